import { expectTypeOf, it } from 'vitest'
import type { Client, DomainHandlers } from '../../src-preload/contract/members.ts'
import type { Openings } from '../../src-main/bridge/index.ts'
import type { contract } from './support.ts'

type Files = DomainHandlers<(typeof contract)['files']>
type Page = Client<typeof contract>

it('derives client and handlers from the contract', () => {
  expectTypeOf<Page['files']['count']>().toEqualTypeOf<(input: { folder: string }) => Promise<{ files: number }>>()
  expectTypeOf<Parameters<Files['install']>[0]>().toEqualTypeOf<{ folder: string }>()
})

it('does not compile a handler that is missing or answers the wrong thing', () => {
  // @ts-expect-error `install` is missing
  const missing: Files = { count: () => ({ files: 1 }) }
  const wrong: Files = {
    // @ts-expect-error an answer is `{ files: number }`
    count: () => 'x',
    install: () => Promise.resolve({ files: 1 }),
  }
  void [missing, wrong]
})

it('does not compile an opening that is missing, or opens something else', () => {
  type All = Openings<typeof contract>
  const files: All['files'] = () => ({ count: () => ({ files: 1 }), install: () => Promise.resolve({ files: 1 }) })
  // @ts-expect-error `server` is missing
  const missing: All = { files }
  const partly: All = {
    // @ts-expect-error `install` is missing
    files: () => Promise.resolve({ count: () => ({ files: 1 }) }),
    server: () => ({ status: () => () => undefined }),
  }
  void [missing, partly]
})

it('has no question that does not fit', () => {
  expectTypeOf<number>().not.toExtend<Parameters<Page['files']['count']>[0]>()
  expectTypeOf<{ folder: number }>().not.toExtend<Parameters<Page['files']['count']>[0]>()
  expectTypeOf<keyof Page['files']>().toEqualTypeOf<'count' | 'install'>()
  type Progress = NonNullable<NonNullable<Parameters<Page['files']['install']>[1]>['onProgress']>
  expectTypeOf<Parameters<Progress>[0]>().toEqualTypeOf<{ doneBytes: number }>()
})
