export const keyFields = ['name', 'until'] as const
export type KeyField = (typeof keyFields)[number]

/** The mistake that the browser can see. */
export const keyProblem = (field: KeyField, typed: Partial<Record<KeyField, string>>) =>
  field === 'name' && (typed.name ?? '').trim() === '' ? 'Enter a name for the key' : undefined
