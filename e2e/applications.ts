import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { PHOTOS } from './shop-test.ts'

/** The applicant's part and the seller's, shared by the journeys about producers. */

/** A collective that nobody else in this run is. */
export function newApplication() {
  const email = `bina.${randomUUID()}@example.com`
  return {
    name: `Bina Handloom Collective ${email.slice(5, 13)}`,
    location: 'Sualkuchi, Assam',
    country: 'India',
    yearsInBusiness: '14',
    specialties: 'eri silk, natural dye , mekhela chador',
    story: 'We are nine women who weave eri silk.\n\nThe moth leaves the cocoon before we spin.',
    profileImageUrl: `${PHOTOS}/bina/group.png`,
    coverImageUrl: `${PHOTOS}/bina/loom.png`,
    email,
    mobileNumber: '+91 98640 55210',
  }
}
export type NewApplication = ReturnType<typeof newApplication>

const labels = [
  ['name', 'Your name or the name of your group'],
  ['location', 'Location (town or village)'],
  ['country', 'Country'],
  ['yearsInBusiness', 'Years in business'],
  ['specialties', 'Specialties'],
  ['story', 'Your story'],
  ['profileImageUrl', 'Profile photo link'],
  ['coverImageUrl', 'Cover photo link'],
  ['email', 'Email'],
  ['mobileNumber', 'Mobile number'],
] as const

const labelled = (page: Page, label: string) =>
  page.getByRole('main').getByRole('textbox', { name: label, exact: true })

export const applicationField = (page: Page, name: keyof NewApplication) =>
  labelled(page, labels.find(([field]) => field === name)?.[1] ?? '')

export async function fillApplication(page: Page, application: NewApplication) {
  for (const [name, label] of labels) await labelled(page, label).fill(application[name])
}

/** Everything typed is still there. */
export async function expectFilled(page: Page, application: NewApplication) {
  for (const [name, label] of labels) await expect(labelled(page, label)).toHaveValue(application[name])
}

/** The seller's API, without the shopper's cookies. */
export async function asSeller(request: APIRequestContext) {
  const answer = await request.post('/api/seller/login', {
    data: { email: 'seller@haat.example', password: 'haat-demo-seller' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return request
}

interface SeenApplication {
  _id: string
  name: string
  email: string
  status: string
  specialties: string[]
  yearsInBusiness: number
  profileImageUrl: string
  coverImageUrl: string
  mobileNumber: string
}

/** What the seller sees of somebody's applications. */
export async function applicationsOf(seller: APIRequestContext, email: string) {
  const answer = await seller.get('/api/producer/applications', { params: { status: 'pending' } })
  const { applications }: { applications: SeenApplication[] } = await answer.json()
  return applications.filter((application) => application.email === email)
}

/** Applies and is approved, through the API. Gives the path of the producer's page. */
export async function approvedProducer(request: APIRequestContext, application = newApplication()) {
  const sent = await request.post('/api/producer/submit', { data: application })
  expect(sent.status(), await sent.text()).toBe(200)
  const seller = await asSeller(request)
  const [found] = await applicationsOf(seller, application.email)
  const decided = await seller.patch(`/api/producer/status/${found?._id}`, { data: { status: 'approved' } })
  expect(decided.status(), await decided.text()).toBe(200)
  return { ...application, path: `/producers/${found?._id}` }
}
