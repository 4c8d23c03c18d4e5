/** `hi` for a name in Devanagari, so that it is read out and set as Hindi; undefined: the page's language. */
export const nameLang = (name: string) => (/[\u0900-\u097f]/.test(name) && !/[a-z]/i.test(name) ? 'hi' : undefined)
