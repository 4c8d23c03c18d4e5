import { describe, expect, it, test } from 'vitest'
import { problemsOf } from '#shared/form-fields.ts'
import { addressFields, fieldProblem, splitName, type TypedAddress } from './address-form.rules.ts'
import {
  cleanPhone,
  cleanZipcode,
  dialPhone,
  formatPhone,
  indianStates,
  isIndia,
  mobileProblem,
  shipsTo,
  zipcodeProblem,
} from './addresses.rules.ts'

test.each([
  ['560038', undefined],
  ['560 038', undefined],
  ['060038', 'PIN_CODE_NOT_INDIAN'],
  ['56003', 'PIN_CODE_NOT_INDIAN'],
  ['5600381', 'PIN_CODE_NOT_INDIAN'],
  ['56003a', 'PIN_CODE_NOT_INDIAN'],
  ['', 'PIN_CODE_NOT_INDIAN'],
])('PIN code %j: %s', (zipcode, problem) => {
  expect(zipcodeProblem(zipcode)?.code).toBe(problem)
})

test.each([
  ['India', ['India'], true],
  [' india ', ['India'], true],
  ['Nepal', ['India', 'nepal'], true],
  ['Nepal', ['India'], false],
  ['Indiana', ['India'], false],
])('an address in %j, where we ship to %j: %s', (country, shipTo, ships) => {
  expect(shipsTo(country, shipTo)).toBe(ships)
})

test.each([
  ['9845012345', undefined],
  ['98450 12345', undefined],
  ['09845012345', undefined],
  ['+91 98450 12345', undefined],
  ['919845012345', undefined],
  ['(080) 2345-6789', undefined],
  ['9123456789', undefined],
  ['98450 123', 'MOBILE_NOT_TEN_DIGITS'],
  ['98450 123456', 'MOBILE_NOT_TEN_DIGITS'],
  ['+44 20 7946 0958', 'MOBILE_NOT_TEN_DIGITS'],
  ['call me', 'MOBILE_NOT_TEN_DIGITS'],
])('Indian number %j: %s', (phone, problem) => {
  expect(mobileProblem(phone)?.code).toBe(problem)
})

test.each([
  ['9845012345', 'India', '+91 98450 12345', '+919845012345'],
  ['09845012345', 'india', '+91 98450 12345', '+919845012345'],
  ['+919845012345', ' India ', '+91 98450 12345', '+919845012345'],
  ['+442079460958', 'United Kingdom', '+442079460958', '+442079460958'],
  ['12345', 'India', '12345', '12345'],
])('%s in %s is shown as %s and dialled as %s', (phone, country, shown, dialled) => {
  expect(formatPhone(phone, country)).toBe(shown)
  expect(dialPhone(phone, country)).toBe(dialled)
})

test('spaces are typed, not stored', () => {
  expect(cleanZipcode(' 560 038 ')).toBe('560038')
  expect(cleanPhone('+91 98450 12345')).toBe('+919845012345')
})

test('India is India in any case', () => {
  expect([isIndia('India'), isIndia(' INDIA '), isIndia('Indiana'), isIndia('')]).toEqual([true, true, false, false])
})

test('there are 28 states and 8 union territories, A to Z', () => {
  expect(indianStates).toHaveLength(36)
  expect([...indianStates].sort()).toEqual([...indianStates])
})

describe('the address form', () => {
  const good: TypedAddress = {
    firstName: 'Ananya',
    lastName: 'R',
    email: 'ananya@example.com',
    street: 'Flat 4B, Kaveri Residency',
    zipcode: '560 038',
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
    phone: '98450 12345',
  }
  test.each<[string, Partial<TypedAddress>, object]>([
    ['accepts a good address', {}, {}],
    [
      'asks for what is missing',
      { firstName: ' ', city: '' },
      { firstName: 'Enter your first name', city: 'Enter your city' },
    ],
    ['checks the e-mail address', { email: 'ananya' }, { email: 'Enter an email address, like name@example.com' }],
    [
      'checks PIN code and number in India',
      { zipcode: '56003', phone: '98450 123' },
      {
        zipcode: 'PIN code must be 6 digits, like 560038',
        phone: 'Enter a 10-digit mobile number',
      },
    ],
    ['asks for digits only elsewhere', { country: 'Nepal', zipcode: '44600', phone: '+977 1 4200000' }, {}],
    [
      'asks for digits elsewhere',
      { country: 'United Kingdom', zipcode: 'SW1A 1AA' },
      { zipcode: 'PIN code must be numbers only' },
    ],
  ])('%s', (_, change, expected) => {
    expect(problemsOf(addressFields, fieldProblem, { ...good, ...change })).toEqual(expected)
  })

  test('judges one field by itself', () => {
    expect(fieldProblem('state', { ...good, state: '' })).toBe('Enter your state')
    expect(fieldProblem('phone', good)).toBeUndefined()
  })
})

test.each([
  ['Ananya Rao', { firstName: 'Ananya', lastName: 'Rao' }],
  ['  Ananya  Devi Rao ', { firstName: 'Ananya', lastName: 'Devi Rao' }],
  ['Ananya', { firstName: 'Ananya', lastName: '' }],
  ['', { firstName: '', lastName: '' }],
])('the name %j is split for prefilling', (name, expected) => {
  expect(splitName(name)).toEqual(expected)
})

describe('numbers as people paste and type them', () => {
  it.each([
    ['\u202a+91 98450 12345\u202c', '+919845012345'],
    ['98450\u201112345', '98450-12345'],
    ['9845012345\u200b', '9845012345'],
    ['\u2066098450\u00a012345\u2069', '09845012345'],
    ['९८४५०१२३४५', '9845012345'],
    ['৯৮৪৫০১২৩৪৫', '9845012345'],
    ['௯௮௪௫௦௧௨௩௪௫', '9845012345'],
    ['＋９１９８４５０１２３４５', '+919845012345'],
  ])('%j is the phone %s', (typed, phone) => {
    expect(cleanPhone(typed)).toBe(phone)
    expect(mobileProblem(typed)).toBeUndefined()
  })

  it.each(['५६००३८', '\u202a560038\u202c', '560\u00a0038', '５６００３８'])('%j is the PIN code 560038', (typed) => {
    expect(cleanZipcode(typed)).toBe('560038')
    expect(zipcodeProblem(typed)).toBeUndefined()
  })
})
