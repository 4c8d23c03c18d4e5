import {
  applicationField,
  applicationsOf,
  asSeller,
  expectFilled,
  fillApplication,
  newApplication,
} from './applications.ts'
import { expect, expectAccessible, open, test, toast } from './shop-test.ts'

const send = { name: 'Send application' } as const

test('an application reaches the seller', async ({ page, request, photoReferrers }) => {
  const application = newApplication()
  await open(page, '/producerform')
  await fillApplication(page, application)
  await expect(page.getByRole('list', { name: 'Specialties as they will appear' }).getByRole('listitem')).toHaveText([
    'eri silk',
    'natural dye',
    'mekhela chador',
  ])
  await expect(page.getByRole('img', { name: 'Preview of your profile photo' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Preview of your cover photo' })).toBeVisible()
  expect(photoReferrers).toEqual([undefined, undefined])
  await expectAccessible(page)
  await page.getByRole('button', send).click()

  await expect(toast(page, 'Application submitted successfully!').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Application received' })).toBeFocused()
  await expect(page.getByText(`We will write to ${application.email}.`)).toBeVisible()
  await expect(page.getByText('In a few minutes a mail there says that we have your application.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to home' })).toBeVisible()
  const [seen, ...more] = await applicationsOf(await asSeller(request), application.email)
  expect(more).toEqual([])
  expect(seen).toMatchObject({
    name: application.name,
    status: 'pending',
    specialties: ['eri silk', 'natural dye', 'mekhela chador'],
    yearsInBusiness: 14,
    profileImageUrl: application.profileImageUrl,
    mobileNumber: '+919864055210',
  })

  // It is sent: the form is empty for the next one.
  await open(page, '/producerform')
  await expect(applicationField(page, 'name')).toHaveValue('')
})

test('what is missing or wrong stands over the form and at its field', async ({ page }) => {
  await open(page, '/producerform')
  await page.getByRole('button', send).click()
  const summary = page.getByRole('alert').filter({ hasText: 'to fix' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveCount(10)
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Enter your town or village' }).click()
  await expect(applicationField(page, 'location')).toBeFocused()
  await expect(applicationField(page, 'location')).toHaveAccessibleDescription('Enter your town or village')
  await applicationField(page, 'location').fill('Sualkuchi')
  await expect(applicationField(page, 'location')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(summary.getByRole('heading')).toHaveText('Nine things to fix')
  await expect(summary.getByRole('link', { name: 'Enter your town or village' })).toHaveCount(0)
  await expect(applicationField(page, 'location')).toBeFocused()
  await fillApplication(page, newApplication())
  await expect(summary).toHaveCount(0)
  await expect(page).toHaveTitle(/^Join as Producer/)
  await expect(applicationField(page, 'mobileNumber')).toBeFocused()

  await applicationField(page, 'coverImageUrl').fill('photos.example/bina/loom')
  await applicationField(page, 'email').focus()
  await expect(applicationField(page, 'coverImageUrl')).toHaveAccessibleDescription(/Start the link with https:\/\//)
})

test('what was typed is there after a reload', async ({ page, photoReferrers }) => {
  const application = newApplication()
  await open(page, '/producerform')
  await fillApplication(page, application)
  await page.reload()
  await expect(page.getByRole('img', { name: 'Preview of your profile photo' })).toBeVisible()
  expect(photoReferrers).not.toHaveLength(0)
  await expectFilled(page, application)
  await expect(
    page.getByRole('list', { name: 'Specialties as they will appear' }).getByText('natural dye'),
  ).toBeVisible()
})

test('a picture is uploaded instead of linked', async ({ page, request }) => {
  const application = newApplication()
  await open(page, '/producerform')
  await fillApplication(page, application)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Or upload a photo (your cover photo)' }).click()
  await (await choosing).setFiles('catalogue/producer-weaver-cover.jpg')
  await expect(applicationField(page, 'coverImageUrl')).toHaveValue(/^\/media\/producer-\w+\/1280\.webp$/)
  await expect(page.getByRole('img', { name: 'Preview of your cover photo' })).toBeVisible()
  await page.getByRole('button', send).click()
  await expect(page.getByRole('heading', { name: 'Application received' })).toBeVisible()
  const [seen] = await applicationsOf(await asSeller(request), application.email)
  expect(seen?.coverImageUrl).toMatch(/^\/media\/producer-/)
})

test.describe('when something fails', () => {
  test.use({ expectedErrors: [/status of (400|500)|net::ERR_FAILED/] })

  test('a failed call keeps everything, and the next try goes through', async ({ page }) => {
    const application = newApplication()
    await open(page, '/producerform')
    await fillApplication(page, application)
    await page.route('**/producerform.data**', (route) => route.abort())
    await page.getByRole('button', send).click()
    await expect(toast(page, 'Submission failed. Please try again.').first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Submission failed. Please try again.')
    await expectFilled(page, application)

    await page.unroute('**/producerform.data**')
    await page.route('**/producerform.data**', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.getByRole('button', send).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Submission failed. Please try again.')
    await expectFilled(page, application)

    await page.unroute('**/producerform.data**')
    await page.getByRole('button', send).click()
    await expect(page.getByRole('heading', { name: 'Application received' })).toBeVisible()
    await expect(toast(page, 'Submission failed. Please try again.')).toHaveCount(0, { timeout: 1000 })
  })

  test('a link that leads to no picture is told, and does not keep anybody from applying', async ({ page }) => {
    await open(page, '/producerform')
    await fillApplication(page, newApplication())
    await expect(applicationField(page, 'profileImageUrl')).toHaveAccessibleDescription(
      /We cannot open this picture. Check the link./,
    )
    await page.getByRole('button', send).click()
    await expect(page.getByRole('heading', { name: 'Application received' })).toBeVisible()
  })

  test('a file that is no picture is refused at its field', async ({ page }) => {
    await open(page, '/producerform')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Or upload a photo (your profile photo)' }).click()
    await (await choosing).setFiles({ name: 'loom.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    await expect(applicationField(page, 'profileImageUrl')).toHaveAccessibleDescription(
      /loom.jpg is no JPG, PNG or WebP./,
    )
    await expect(applicationField(page, 'profileImageUrl')).toHaveValue('')
  })
})

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is sent as it is', async ({ page, request }) => {
    const application = newApplication()
    await page.goto('/producerform')
    await fillApplication(page, application)
    await page.getByRole('button', send).click()
    await expect(page.getByRole('heading', { name: 'Application received' })).toBeVisible()
    await expect(page.getByText(`We will write to ${application.email}.`)).toBeVisible()
    expect(await applicationsOf(await asSeller(request), application.email)).toHaveLength(1)
  })
})

test.describe('refused before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] })

  test('what was typed stays, with what is wrong', async ({ page }) => {
    const application = { ...newApplication(), mobileNumber: 'call me' }
    await page.goto('/producerform')
    await fillApplication(page, application)
    await page.getByRole('button', send).click()
    await expect(page.getByRole('alert').filter({ hasText: 'One thing to fix' })).toBeVisible()
    await expectFilled(page, application)
  })
})
