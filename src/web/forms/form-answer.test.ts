import { expect, it } from 'vitest'
import { errorToastOf } from './form-answer.ts'

const refused = { message: 'Enter an email address', code: 'BAD_INPUT', fields: { email: 'Enter an email address' } }

it.each([
  ['what no field says is said', refused, [], 'Enter an email address'],
  ['what stands at a field is not said again', refused, ['name', 'email'], ''],
  ['a field that the form does not show says nothing', refused, ['name'], 'Enter an email address'],
  [
    'words of its own are said, also when a field says them',
    { ...refused, toast: refused.message },
    ['email'],
    refused.message,
  ],
  ['no words: no toast', { ...refused, toast: '' }, [], ''],
  [
    'an ended session asks for the login',
    { ...refused, code: 'NOT_LOGGED_IN', toast: '' },
    [],
    'Your session has ended. Log in to go on.',
  ],
])('%s', (_, answer, fields, words) => {
  expect(errorToastOf(answer, fields)).toBe(words)
})
