import JsBarcode from 'jsbarcode'

export interface Bar {
  /** The place of a bar in modules, from the left edge of the first. */
  at: number
  width: number
}

/** The bars of a text in Code 128, and their whole width in modules, without the quiet zones. */
export function code128(text: string) {
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('')
  const bars = Array.from(modules.matchAll(/1+/g), ({ index, 0: bar }): Bar => ({ at: index, width: bar.length }))
  return { bars, modules: modules.length }
}
