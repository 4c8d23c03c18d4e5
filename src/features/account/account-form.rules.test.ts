import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import { problemsOf } from '#shared/form-fields.ts'
import { accountProblem, besideFields, isOtherEmail, profileFields, profileProblem } from './account-form.rules.ts'

const typed = (fields: Record<string, string>) => ({ name: '', email: '', currentPassword: '', ...fields })

describe('what the browser finds wrong', () => {
  const saved = 'ananya@example.com'
  it.each([
    [{ name: 'Ananya', email: saved }, {}],
    [{ name: 'Ananya', email: ' ANANYA@example.com ' }, {}],
    [{ name: ' ', email: saved }, { name: 'Enter your name' }],
    [{ name: 'Ananya', email: 'new@example.com', currentPassword: 'x' }, {}],
    [{ name: 'Ananya', email: 'new@example.com' }, { currentPassword: 'Enter your current password' }],
    [
      { name: 'Ananya', email: 'new' },
      { email: 'Enter an email address, like name@example.com', currentPassword: 'Enter your current password' },
    ],
  ])('in the profile %j: %j', (fields, expected) => {
    expect(problemsOf(profileFields, profileProblem(saved), typed(fields))).toEqual(expected)
  })

  it.each([
    ['12345678', {}],
    ['', { password: 'Enter a password' }],
    ['1234567', { password: 'Use at least 8 characters' }],
  ])('in the new password %j: %j', (password, expected) => {
    expect(problemsOf(['password'], accountProblem, { password })).toEqual(expected)
  })

  it('compares addresses without case and outer spaces', () => {
    expect([' A@B.in ', 'a@b.in', 'b@b.in'].map((email) => isOtherEmail(email, 'a@b.in'))).toEqual([false, false, true])
  })
})

describe('what the server refused', () => {
  it.each([
    [new AppError('BAD_INPUT', 400, 'Wrong', { fields: { name: 'Enter your name' } }), { name: 'Enter your name' }],
    [new AppError('WRONG_PASSWORD', 403, 'Wrong'), { currentPassword: 'Wrong' }],
    [new AppError('EMAIL_TAKEN', 409, 'Taken'), { email: 'Taken' }],
    [new AppError('TOO_MANY', 429, 'Wait'), {}],
  ])('%s belongs to %j', (error, expected) => {
    expect(besideFields(error).fields).toEqual(expected)
  })
})
