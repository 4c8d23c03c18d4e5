/** The longest line of text, in forms and in the API, unless a field says otherwise. */
export const MAX_LINE_LENGTH = 200
export const MAX_EMAIL_LENGTH = 254
export const MIN_PASSWORD_LENGTH = 8

export type Typed<Field extends string> = Record<Field, string>
export type Problems<Field extends string> = Partial<Record<Field, string>>
export type Judge<Field extends string> = (field: Field, typed: Typed<Field>) => string | undefined

export function readFields<Field extends string>(fields: readonly Field[], form: FormData) {
  const typed: Problems<Field> = {}
  for (const field of fields) {
    const value = form.get(field)
    typed[field] = typeof value === 'string' ? value : ''
  }
  return typed as Typed<Field>
}

export function problemsOf<Field extends string>(fields: readonly Field[], judge: Judge<Field>, typed: Typed<Field>) {
  const found: Problems<Field> = {}
  for (const field of fields) {
    const problem = judge(field, typed)
    if (problem) found[field] = problem
  }
  return found
}

export function pickFields<Field extends string>(fields: readonly Field[], values: Record<string, string>) {
  const picked: Problems<Field> = {}
  for (const field of fields) if (values[field] !== undefined) picked[field] = values[field]
  return picked
}
