import type { ReceiptText } from '../../src-preload/contract/bank.ts'
import { escapeHtml } from '../lib/index.ts'

/** A receipt as a page for the printer: no script, no picture, every word escaped. */
export function receiptHtml({ title, rows, note }: ReceiptText): string {
  const lines = rows
    .map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join('')
  return `<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>
body { font: 12pt/1.5 system-ui, sans-serif; color: #111; margin: 24mm 20mm }
h1 { font-size: 18pt; margin: 0 0 8mm }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 2.5mm 0; border-bottom: 0.3mm solid #ddd; overflow-wrap: anywhere }
th { width: 45mm; color: #555; font-weight: 500 }
p { margin-top: 8mm; color: #555; font-size: 10pt }
</style></head><body><h1>${escapeHtml(title)}</h1><table>${lines}</table><p>${escapeHtml(note)}</p></body></html>`
}
