/** The address without parameters that nobody reads, so that they make no second copy. Undefined for a parameter's name with escapes. */
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

/** Typed words, prices and choices of products: there is no end of such addresses. */
const openEnded = /[?&](?:q|typed|min|max|facts?|ids)=/

export const isOpenEnded = (key: string) => openEnded.test(key)
