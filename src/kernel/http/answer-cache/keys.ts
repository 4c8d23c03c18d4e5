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
