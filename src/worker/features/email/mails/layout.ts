import { BRAND } from '#shared/core/brand.ts'
import { escapeMarkup } from '#shared/core/escape-markup.ts'

/** Light colours are inline, for mail programs without style sheets. The dark style sheet overrides them by class. */
const styles = {
  ground: 'background:#f6f9f8;color:#0e1a1a',
  card: 'padding:36px 36px 20px;background:#ffffff;border:1px solid #dbe4e2;border-radius:12px',
  quiet: 'color:#44534f',
  rule: 'border-color:#dbe4e2',
  code: 'background:#edf2f1;color:#0e1a1a',
  accent: 'color:#0a7a4a',
  button: 'background:#0a7a4a;color:#ffffff',
}

const dark = `@media (prefers-color-scheme:dark){
.ground{background:#0a0f10!important;color:#e9f0ee!important}
.card{background:#10171a!important;border-color:#222e31!important}
.quiet{color:#a9b8b6!important}
.rule{border-color:#222e31!important}
.code{background:#182124!important;color:#e9f0ee!important}
.accent{color:#38dd8c!important}
.button{background:#38dd8c!important;color:#04150c!important}
}
@media (max-width:480px){.card{padding:26px 20px 10px!important}}`

const FONT = "font-family:'Geist',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

/** Attributes of one element. `names`: classes whose colours depend on the scheme. `also`: styles for both schemes. */
const styled = (also: string, ...names: (keyof typeof styles)[]) =>
  `class="${names.join(' ')}" style="${[also, ...names.map((name) => styles[name])].filter(Boolean).join(';')}"`

export const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeMarkup(text)}</p>`

const withBreaks = (text: string): string => escapeMarkup(text).replace(/\r?\n/g, '<br>')

export const lines = (text: string): string =>
  `<p style="margin:0 0 16px;overflow-wrap:anywhere">${withBreaks(text)}</p>`

export const quietLine = (text: string): string =>
  `<p ${styled('margin:0 0 16px;font-size:14px', 'quiet')}>${escapeMarkup(text)}</p>`

/** A quotation with its line breaks kept. */
export const quotation = (text: string): string =>
  `<blockquote ${styled('margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid;overflow-wrap:anywhere', 'rule')}>${withBreaks(text)}</blockquote>`

/** Longer terms wrap, or they leave no room for their values on a phone. */
const LONG_TERM = 20

export const facts = (rows: readonly (readonly [string, string])[]): string =>
  `<table style="width:100%;margin:4px 0 20px;border-collapse:collapse">${rows
    .map(
      ([term, value]) =>
        `<tr><th scope="row" ${styled(`padding:8px 16px 8px 0;border-top:1px solid;text-align:left;vertical-align:top;font-weight:400${term.length > LONG_TERM ? '' : ';white-space:nowrap'}`, 'quiet', 'rule')}>${escapeMarkup(term)}</th><td ${styled('padding:8px 0;border-top:1px solid;text-align:right;vertical-align:top;overflow-wrap:anywhere', 'rule')}>${escapeMarkup(value)}</td></tr>`,
    )
    .join('')}</table>`

/** A long value to compare by eye or to copy. */
export const code = (label: string, value: string): string =>
  `<p ${styled('margin:0 0 6px;font-size:14px', 'quiet')}>${escapeMarkup(label)}</p><p ${styled(`margin:0 0 20px;padding:10px 12px;border-radius:8px;${MONO};font-size:13px;line-height:1.5;word-break:break-all`, 'code')}>${withBreaks(value)}</p>`

/** The table cell has the background colour: some mail programs ignore the padding of a link. */
export const button = (label: string, url: string): string =>
  `<table role="presentation" style="margin:8px 0 20px;border-collapse:separate;border-spacing:0"><tr><td ${styled('border-radius:8px', 'button')}><a href="${escapeMarkup(url)}" ${styled('display:inline-block;padding:13px 22px;border-radius:8px;font-weight:600;text-decoration:none', 'button')}>${escapeMarkup(label)}</a></td></tr></table>`

export const link = (label: string, url: string): string =>
  `<p style="margin:0 0 16px"><a href="${escapeMarkup(url)}" ${styled('text-decoration:underline', 'accent')}>${escapeMarkup(label)}</a></p>`

/** The place of the seller in the HTML of a mail. The mail's own texts are escaped, so none can contain it. */
const SELLER_PLACE = '<!--seller-->'

/** The mail with its seller, in one line, at its end; null: no seller is set. */
export function withSeller<Written extends { html: string; text: string }>(
  mail: Written,
  seller: string | null,
): Written {
  const line = seller === null ? '' : `Seller: ${seller}`
  const html = line && `<p style="margin:0 0 8px">${escapeMarkup(line)}</p>`
  return {
    ...mail,
    html: mail.html.replace(SELLER_PLACE, () => html),
    text: line ? `${mail.text}\n${line}` : mail.text,
  }
}

/** The whole HTML document of a mail. `body` is HTML. All other values are plain text, which is escaped here. */
export function layout(mail: {
  title: string
  /** The text that an inbox shows beside the subject. */
  preview: string
  body: string
  footer: readonly string[]
  leave: { label: string; url: string } | null
}): string {
  const footer = mail.footer.map((line) => `<p style="margin:0 0 8px">${escapeMarkup(line)}</p>`).join('')
  const leave = mail.leave
    ? `<p style="margin:0 0 8px"><a href="${escapeMarkup(mail.leave.url)}" ${styled('text-decoration:underline', 'quiet')}>${escapeMarkup(mail.leave.label)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeMarkup(mail.title)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
${dark}</style>
</head>
<body ${styled('margin:0;padding:0', 'ground')}>
<div style="display:none;max-height:0;overflow:hidden">${escapeMarkup(mail.preview)}</div>
<div role="main" ${styled(`padding:32px 16px;${FONT};font-size:16px;line-height:1.55;-webkit-text-size-adjust:100%`, 'ground')}>
<table role="presentation" align="center" style="width:100%;max-width:560px;margin:0 auto;border-collapse:separate;border-spacing:0">
<tr><td style="padding:0 4px 16px;font-size:17px;font-weight:650;letter-spacing:-0.01em">${escapeMarkup(BRAND)}</td></tr>
<tr><td ${styled('', 'card')}>${mail.body}</td></tr>
<tr><td ${styled('padding:20px 4px 0;font-size:13px', 'quiet')}>${footer}${leave}${SELLER_PLACE}</td></tr>
</table>
</div>
</body>
</html>`
}

export const heading = (text: string): string =>
  `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:650;letter-spacing:-0.01em">${escapeMarkup(text)}</h1>`
