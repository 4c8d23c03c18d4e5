import JsBarcode from 'jsbarcode'

export interface Bar {
  /** Modules from the left edge of the first bar. */
  at: number
  /** Modules. */
  width: number
}

/** Code 128 of a text: its bars, and how many modules they and the gaps between them are wide. Without the empty space at both ends. */
export function code128(text: string) {
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('')
  const bars = Array.from(modules.matchAll(/1+/g), ({ index, 0: bar }): Bar => ({ at: index, width: bar.length }))
  return { bars, modules: modules.length }
}
