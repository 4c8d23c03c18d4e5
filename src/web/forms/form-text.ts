/** A missing field or a file is empty. */
export function formText(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export function proofIn(form: FormData) {
  const currentPassword = formText(form, 'currentPassword')
  return currentPassword === '' ? {} : { currentPassword }
}
