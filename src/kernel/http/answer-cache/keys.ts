/**
 * What an address is kept under: the address without parameters that nobody reads, so that they make no second copy.
 * Undefined when such a parameter's name is written with escapes: what it means is for others to find out.
 */
export function keyOf(url: string, read: ReadonlySet<string>): string | undefined {
  const at = url.indexOf('?')
  if (at === -1) return url
  const parameters = url.slice(at + 1).split('&')
  const wanted = parameters.filter((parameter) => read.has(nameOf(parameter)))
  if (wanted.length === parameters.length) return url
  if (parameters.some((parameter) => /[%+]/.test(nameOf(parameter)))) return undefined
  const path = url.slice(0, at)
  return wanted.length === 0 ? path : `${path}?${wanted.join('&')}`
}

const nameOf = (parameter: string) => parameter.split('=', 1)[0] ?? ''

/** What somebody typed, a price, a choice of products: there is no end of such addresses, as there is of pages. */
const openEnded = /[?&](?:q|typed|min|max|ids)=/

/** Could it be one of as many addresses as anybody cares to ask for? */
export const isOpenEnded = (key: string) => openEnded.test(key)
