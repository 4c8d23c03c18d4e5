import { describe, expect, it } from 'vitest'
import { problemsOf } from '#shared/form-fields.ts'
import {
  applicationFields,
  applicationJudge,
  emptyApplication,
  problemsOfFields,
  readDraft,
  type TypedApplication,
} from './application-form.rules.ts'
import { applicationFormEn } from './apply/web/application.words.en.ts'

const applicationFieldProblem = applicationJudge(applicationFormEn.problems)

const good: TypedApplication = {
  name: 'Bina Handloom Collective',
  location: 'Sualkuchi, Assam',
  country: 'India',
  yearsInBusiness: '14',
  specialties: 'eri silk, natural dye',
  story: 'We are nine women who weave eri silk.',
  profileImageUrl: 'https://photos.example/bina/group.jpg',
  coverImageUrl: '/media/producer-0a1b/1600.webp',
  email: 'bina@example.com',
  mobileNumber: '+91 98640 55210',
}

const applicationProblems = (typed: TypedApplication) => problemsOf(applicationFields, applicationFieldProblem, typed)

describe('an application', () => {
  it('finds nothing in a good application', () => {
    expect(applicationProblems(good)).toEqual({})
  })

  it('asks for every field', () => {
    expect(Object.keys(applicationProblems(emptyApplication))).toEqual(Object.keys(emptyApplication))
  })

  it.each([
    ['yearsInBusiness', 'many', 'Enter a whole number of years'],
    ['yearsInBusiness', '1.5', 'Enter a whole number of years'],
    ['yearsInBusiness', '-1', 'Enter a whole number of years'],
    ['yearsInBusiness', '151', 'Enter a number from 0 to 150'],
    ['yearsInBusiness', '0', undefined],
    ['specialties', ' , ,', 'Enter what you make'],
    ['specialties', 'a,'.repeat(21), 'Name at most 20 specialties'],
    ['specialties', 'a'.repeat(101), 'Separate your specialties with commas'],
    ['profileImageUrl', 'photos.example/bina/loom', 'Start the link with https://'],
    ['profileImageUrl', 'javascript:alert(1)', 'Start the link with https://'],
    ['coverImageUrl', 'http://photos.example/a.jpg', undefined],
    ['coverImageUrl', '/media/../secret.webp', 'Start the link with https://'],
    ['email', 'bina', 'Enter an email address, like name@example.com'],
    ['mobileNumber', 'call me', 'Enter a mobile number with its country code'],
  ] as const)('%s "%s" -> %s', (field, value, problem) => {
    expect(applicationFieldProblem(field, { ...good, [field]: value })).toBe(problem)
  })
})

it("the server's sentence about one specialty stands at the field", () => {
  expect(problemsOfFields({ 'specialties.3': 'Too long', unknown: 'x' })).toEqual({ specialties: 'Too long' })
})

it.each([
  [null, {}],
  ['{"name":', {}],
  ['"text"', {}],
  ['{"name":"Bina","country":3,"status":"approved"}', { name: 'Bina' }],
])('reads the draft %s', (kept, draft) => {
  expect(readDraft(kept)).toEqual(draft)
})
