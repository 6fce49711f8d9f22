export { type AppArguments, readArguments } from './arguments.ts'
export { csp, imageOriginsOf } from './csp.ts'
export { appMenu, jumpList, recentMenu, trayMenu } from './menus.ts'
export {
  APP_ID,
  autostartEntry,
  entriesFolder,
  forgetOthersFile,
  LINK_ENTRY,
  linksAreOurs,
  LOGIN_ITEM,
  movedEntry,
  ownCommand,
  ownProgram,
  placeLinkEntry,
  removeLinkEntry,
} from './own-program.ts'
export { pageHtml } from './page-html.ts'
export { answerOf, LEAST_SHOWN_MS, questionHtml, type QuestionStyle, READY_STYLE } from './question-html.ts'
export { questionPlace } from './question-place.ts'
export { type Sheet, sheetOf, type SheetRow, type SheetStyle } from './question-sheet.ts'
export { judgeSandbox } from './sandbox.ts'
export { createSay, nativeLanguage, type NativeKey, plainWord, type Say } from './texts.ts'
export { WorkProgress } from './work-progress.ts'
export {
  LEAST,
  placeFor,
  placesFile,
  type PlacesFile,
  remember,
  type SavedPlaces,
  type WindowPlace,
  zoomBy,
} from './window-place.ts'
