/** A line of text is at most this long, where nothing else is said: in a form and in what the API takes. */
export const MAX_LINE_LENGTH = 200
export const MAX_EMAIL_LENGTH = 254
export const MIN_PASSWORD_LENGTH = 8

/** What a form's fields hold, as typed. */
export type Typed<Field extends string> = Record<Field, string>
/** What is wrong: field -> sentence. */
export type Problems<Field extends string> = Partial<Record<Field, string>>
/** What is wrong with one field, or undefined. */
export type Judge<Field extends string> = (field: Field, typed: Typed<Field>) => string | undefined

/** What a sent form holds; a missing field is empty. */
export function readFields<Field extends string>(fields: readonly Field[], form: FormData) {
  const typed: Problems<Field> = {}
  for (const field of fields) {
    const value = form.get(field)
    typed[field] = typeof value === 'string' ? value : ''
  }
  return typed as Typed<Field>
}

/** What is wrong with a whole form, in the order of its fields. */
export function problemsOf<Field extends string>(fields: readonly Field[], judge: Judge<Field>, typed: Typed<Field>) {
  const found: Problems<Field> = {}
  for (const field of fields) {
    const problem = judge(field, typed)
    if (problem) found[field] = problem
  }
  return found
}

/** Of values by name those that are a form's. */
export function pickFields<Field extends string>(fields: readonly Field[], values: Record<string, string>) {
  const picked: Problems<Field> = {}
  for (const field of fields) if (values[field] !== undefined) picked[field] = values[field]
  return picked
}
