/** Prefixes of product ids: how many came, and how many of them are broken. */
export const CAME_OF = 'came:'
export const BROKEN_OF = 'broken:'

/** The typed numbers; undefined: all came, as the button says. */
export function readCame(form: FormData) {
  const names = [...form.keys()].filter((name) => name.startsWith(CAME_OF))
  const came = names.map((name) => {
    const product = name.slice(CAME_OF.length)
    return { product, quantity: Number(form.get(name)), broken: Number(form.get(`${BROKEN_OF}${product}`)) }
  })
  return came.length === 0 ? undefined : came
}
