import { langOf } from '#shared/languages.ts'
import { escapeHtml } from '#shared/text.ts'
import { frameOf } from './mail-frame.words.ts'
import type { MailBlock, MailContent, MailShop, Piece, Words } from './mail-template.ts'

interface Html {
  html: string
}
type Filling = string | Html | readonly Html[] | undefined

/** The one place where text becomes HTML: fillings are escaped, except HTML that this function has made. */
function html(parts: TemplateStringsArray, ...fillings: Filling[]): Html {
  let all = parts[0] ?? ''
  for (const [at, filling] of fillings.entries()) all += filled(filling) + (parts[at + 1] ?? '')
  return { html: all }
}

function filled(filling: Filling): string {
  if (filling === undefined) return ''
  if (typeof filling === 'string') return escapeHtml(filling)
  return 'html' in filling ? filling.html : filling.map((each) => each.html).join('')
}

// The shop's colours (src/web/app.css). Mail programs may drop the style sheet, so elements carry what light and a phone need, and the
// sheet adds dark and wide. Classes: g ground, c card, t text, m muted text, a link, b button, n note, k ground of a picture, l hairline, s
// second word of the mark; p padding, i picture, d words beside a picture.
const INK = '#16151b'
const KORA = '#f4f4f0'
const NEEL = '#233180'
const TEXT = `font:17px/1.5 Mukta,Arial,sans-serif;color:${INK}`
const MUTED = 'font-size:15px;line-height:1.45;color:#66636e'
const DISPLAY = 'Eczar,Georgia,serif'
const styleSheet = html`:root{color-scheme:light dark}
@media(min-width:501px){.p{padding:28px 32px!important}h1{font-size:32px!important}}
@media(max-width:360px){.i{width:56px!important;height:56px!important}.d{padding-left:10px!important;padding-right:10px!important}}
@media(prefers-color-scheme:dark){.g{background:#16151b!important}.c{background:#222129!important}.t{color:#f4f4f0!important}.m{color:#bdbbc4!important}.a{color:#c6cdef!important}.b{background:#c6cdef!important;color:#121a47!important}.n{background:#2d2c36!important}.k{background:#3a3941!important}.l{border-color:#3a3941!important}.s{color:#f0b323!important}}`

/** The table is layout: programs that read aloud pass over its role. */
const table = (style: string, rows: Html | readonly Html[], className?: string) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"${className === undefined ? undefined : html` class="${className}"`} style="${style}">${rows}</table>`

const selvedge = [
  ['4px', NEEL],
  ['1px', '#ffffff'],
  ['2px', '#a11b2e'],
  ['1px', '#ffffff'],
  ['1px', '#f0b323'],
].map(
  ([height, colour]) =>
    html`<tr><td style="height:${height};line-height:0;font-size:0;background:${colour}"></td></tr>`,
)

const sentence = (words: Words): Filling =>
  typeof words === 'string'
    ? words
    : words.map((part) => (typeof part === 'string' ? html`${part}` : html`<strong>${part.strong}</strong>`))

const paragraph = (words: Words) => html`<p style="margin:0 0 14px">${sentence(words)}</p>`

const buttonAsHtml = ({ label, to }: NonNullable<MailContent['button']>) =>
  table(
    'margin:20px 0 24px',
    html`<tr><td class="b" align="center" style="background:${NEEL};border-radius:2px"><a class="b" href="${to}" style="display:block;padding:15px;border-radius:2px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td></tr>`,
  )

const pictureCell = (picture: string) =>
  html`<td width="1" style="padding:12px 0;vertical-align:top"><img class="k i" src="${picture}" width="72" height="72" alt="" style="display:block;width:72px;height:72px;object-fit:cover;background:#eae9e3"></td>`

function pieceAsHtml({ name, maker, count, sum, picture }: Piece) {
  const about = html`<strong>${name}</strong><br><span class="m" style="${MUTED}">${maker === undefined ? undefined : html`${maker}<br>`}${count}</span>`
  const look = 'vertical-align:top;line-height:1.35;overflow-wrap:anywhere'
  const left =
    picture === undefined
      ? html`<td colspan="2" style="padding:12px 16px 12px 0;${look}">${about}</td>`
      : html`${pictureCell(picture)}<td class="d" style="padding:12px 16px;${look}">${about}</td>`
  return html`<tr>${left}<td style="padding:12px 0;vertical-align:top;text-align:right;white-space:nowrap">${sum}</td></tr>`
}

const hairline = 'border-top:1px solid #dcdad2'

function sumsAsHtml(sums: readonly (readonly [string, string])[]) {
  const rows = sums.map(([left, right], at) => {
    const weight = at === sums.length - 1 ? 'font-weight:600' : ''
    return html`<tr><td style="padding:3px 12px 3px 0;vertical-align:top;white-space:nowrap;${weight}">${left}</td><td style="padding:3px 0;text-align:right;overflow-wrap:anywhere;${weight}">${right}</td></tr>`
  })
  return table(`${hairline};padding:10px 0 8px;margin:0 0 14px`, rows, 'l')
}

const together = (lines: readonly Html[]) =>
  html`<p style="margin:0 0 14px;overflow-wrap:anywhere">${lines.map((line, at) => (at === 0 ? line : html`<br>${line}`))}</p>`

function blockAsHtml(block: MailBlock) {
  if ('text' in block) return paragraph(block.text)
  if ('small' in block) return html`<p class="m" style="margin:0 0 14px;${MUTED}">${sentence(block.small)}</p>`
  if ('note' in block)
    return html`<p class="n" style="margin:0 0 20px;padding:16px 20px;background:${KORA}">${sentence(block.note)}</p>`
  if ('lines' in block)
    return together([
      ...(block.title === undefined ? [] : [html`<strong>${block.title}</strong>`]),
      ...block.lines.map((line) => html`${line}`),
    ])
  if ('links' in block)
    return together(
      block.links.map(({ label, to }) => html`<a class="a" href="${to}" style="color:${NEEL}">${label}</a>`),
    )
  if ('pieces' in block) return table(hairline, block.pieces.map(pieceAsHtml), 'l')
  return sumsAsHtml(block.sums)
}

/** A band of 600 pixels, or as wide as the window. `role` is for programs that read aloud. */
const band = (role: string, className: string, colour: string, rows: Html | readonly Html[]) =>
  html`<div role="${role}"><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0" class="${className}" style="width:100%;max-width:600px;margin:0 auto;background:${colour}">${rows}</table></div>`

/** Only Haat itself has the Devanagari beside its name, as on its pages. */
const mark = ({ storeName, publicUrl }: MailShop) =>
  html`<a class="t" href="${publicUrl}" style="font:600 28px/1 ${DISPLAY};color:${INK};text-decoration:none">${storeName}${storeName === 'Haat' ? html` <span lang="hi" class="s" style="font-size:24px;color:#a11b2e">हाट</span>` : undefined}</a>`

export function mailAsHtml(shop: MailShop, content: MailContent) {
  const { subject, heading, text, button, blocks = [], why, unsubscribe, language = 'en' } = content
  const frame = frameOf[language]
  const [before, after] = frame.questions
  // Devanagari has no letters set closer, and signs above and below its line.
  const headingLook =
    language === 'hi' ? '600 26px/1.35 Mukta,Arial,sans-serif' : `600 28px/1.15 ${DISPLAY};letter-spacing:-.012em`
  const body = [
    mark(shop),
    html`<h1 style="margin:26px 0 10px;font:${headingLook};overflow-wrap:anywhere">${heading}</h1>`,
    ...(text === undefined ? [] : [paragraph(text)]),
    ...(button ? [buttonAsHtml(button)] : []),
    ...blocks.map(blockAsHtml),
  ]
  const link = (to: string, label: string) => html`<a class="m" href="${to}" style="color:#66636e">${label}</a>`
  const foot = html`${why} ${before}${link(`mailto:${shop.supportEmail}`, shop.supportEmail)}${after}${unsubscribe === undefined ? undefined : html` ${link(unsubscribe, frame.unsubscribe)}`}`
  const page = html`<!doctype html>
<html lang="${langOf[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${styleSheet}</style></head>
<body class="g" style="margin:0;background:${KORA}">
${band('main', 'c', '#ffffff', [...selvedge, html`<tr><td class="p t" style="padding:24px 20px;${TEXT}">${body}</td></tr>`])}
${band('contentinfo', 'g', KORA, html`<tr><td class="p m" style="padding:24px 20px;font:15px/1.45 Mukta,Arial,sans-serif;color:#66636e;overflow-wrap:anywhere">${foot}</td></tr>`)}
</body></html>`
  return page.html
}
