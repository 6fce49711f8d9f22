import { escapeHtml } from '../../lib/index.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;background:#10151c;color:#e8edf2;display:grid;place-items:center;min-height:100vh;margin:0}
main{background:#1a212b;padding:32px 40px;border-radius:12px;max-width:420px}
button{font:inherit;background:#2f7de1;color:#fff;border:0;border-radius:8px;padding:10px 18px;width:100%;cursor:pointer}
input{font:inherit;width:100%;box-sizing:border-box;margin:4px 0 12px;padding:8px}p.flash{background:#24303d;padding:8px 12px;border-radius:8px}`

const page = (title: string, csrf: string, body: string) => `<!doctype html><html lang="de"><head><meta charset="utf-8">
<meta name="csrf-token" content="${csrf}"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

/** The panel's sign-in. The demo knows one player, so there is nothing to type. */
export const loginPage = (csrf: string, action: string): string =>
  page(
    'Nordwind-Panel',
    csrf,
    `<p>Melde dich an, um dein Konto zu sehen.</p><form method="post" action="${action}">
<input type="hidden" name="_token" value="${csrf}"><button type="submit" id="sign-in">Als Demo-Spieler anmelden</button></form>`,
  )

/** An account's page with its transfer form, and the verdict on the last transfer if there is one. */
export const accountPage = (
  csrf: string,
  { iban, balance, flash, last }: { iban: string; balance: number; flash?: string; last: readonly string[] },
): string =>
  page(
    `Konto ${iban}`,
    csrf,
    `${flash ? `<p class="flash">${escapeHtml(flash)}</p>` : ''}<p>Kontostand: ${balance} $</p>
<form method="post"><input type="hidden" name="_token" value="${csrf}"><input type="hidden" name="type" value="init_transaction">
<label>Betrag<input name="amount"></label><label>IBAN<input name="iban"></label><label>Verwendungszweck<input name="info"></label>
<button type="submit">Überweisen</button></form><ul>${last.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
  )

export const expiredPage = (): string => page('Seite abgelaufen', '', '<p>419 | Die Seite ist abgelaufen.</p>')
export const errorPage = (): string => page('Fehler', '', '<p>500 | Da ging etwas schief.</p>')
