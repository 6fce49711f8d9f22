import { Linter, type Rule } from 'eslint'
import ts from 'typescript'
import tseslint from 'typescript-eslint'
import { expect, it } from 'vitest'
import { bridgeOnlyByType } from '../../scripts/lint/bridge-only.mjs'

const declared = `
interface Array<T> { [at: number]: T }
type Pick<T, K extends keyof T> = { [P in K]: T[P] }
declare class WebContents { send(channel: string, ...args: unknown[]): void; postMessage(channel: string): void; reload(): void }
declare class MessagePortMain { postMessage(message: unknown): void }
declare class BrowserWindow { readonly webContents: WebContents }
interface Post { send(letter: string): void }
declare const window: BrowserWindow, windows: BrowserWindow[], maybe: WebContents | undefined, port: MessagePortMain, post: Post
`

/** What the rule says of this code in a file of main. */
function said(code: string): string[] {
  const text = `${declared}${code}`
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2023, true)
  const host = {
    ...ts.createCompilerHost({ noLib: true }),
    getSourceFile: (name: string) => (name === 'a.ts' ? source : undefined),
  }
  const program = ts.createProgram(['a.ts'], { noLib: true, strict: true }, host)
  const messages = new Linter().verify(
    text,
    {
      files: ['**/*.ts'],
      plugins: { own: { rules: { 'bridge-only': bridgeOnlyByType as Rule.RuleModule } } },
      languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program] } },
      rules: { 'own/bridge-only': 'error' },
    },
    'a.ts',
  )
  return messages.map(({ ruleId, message }) => ruleId ?? message)
}

it.each([
  `window.webContents.send('x')`,
  `const anyName = window.webContents; anyName.send('x')`,
  `maybe?.postMessage('x')`,
  `windows[0]?.webContents['send']('x')`,
  `const { send } = window.webContents`,
  `const { send: other } = window.webContents`,
  `const tell = (to: Pick<WebContents, 'send'>) => to.send('x')`,
  `const later = window.webContents.send`,
  `port.postMessage(1)`,
])('a file that sends to a page is told to use the bridge: %s', (code) => {
  expect(said(code)).toEqual(['own/bridge-only'])
})

it('what sends elsewhere, and what else a page can be asked, is let be', () => {
  expect(
    said(`post.send('x'); window.webContents.reload(); const send = 1; const { reload } = window.webContents`),
  ).toEqual([])
})
