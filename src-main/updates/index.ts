export { feedOf, isDeb, packageKind, updaterEngine, type UpdateEngine } from './engine.ts'
export { UpdateService } from './update-service.ts'
