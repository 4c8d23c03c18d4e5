import { asSeller } from './applications.ts'
import { expectInHindi, heading, PIN, producerWithOrder } from './makers.ts'
import { expect, expectAccessible, expectToFit, open, test, toast } from './shop-test.ts'

// Refusals that the test asks for.
test.use({ expectedErrors: [/40[013]/] })

test('a maker comes in by an invitation, packs and sends a parcel, in Hindi', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  test.slow()
  const shopper = await playwright.request.newContext({ baseURL })
  await asSeller(page.request)
  const { id } = await producerWithOrder(page.request, shopper)
  await open(page, `/seller/producers/${id}`)
  await page
    .getByRole('navigation', { name: 'Of this producer' })
    .getByRole('link', { name: 'People and phones' })
    .click()
  const invite = page.getByRole('region', { name: 'Invite a person' })
  await expect(page.getByText('Nobody yet')).toBeVisible()
  await invite.getByRole('button', { name: 'Make the invitation' }).click()
  await expect(invite).toContainText('Enter their name')
  await invite.getByLabel('Name').fill('सविता प्रजापति')
  await invite.getByLabel('Mobile number').fill('98370 44125')
  await invite.getByRole('button', { name: 'Make the invitation' }).click()
  const link = invite.getByLabel('Link of the invitation')
  await expect(link).toHaveValue(/\/workshop\/enter\?token=/)
  await expect(invite.getByRole('img', { name: 'न्योते का कोड' })).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page, 'any')

  const theirs = await (await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL })).newPage()
  const names =
    /Haat|UPI|WhatsApp|Bina Handloom Collective [0-9a-f]+|Vase [0-9a-f-]+|H\d+-\d+|EK\d+IN|India Post|Bengaluru|Chrome.*|Headless.*|\S+@\S+|https?:\S*/g
  await open(theirs, await link.inputValue())
  await expect(heading(theirs, 'आइए')).toBeVisible()
  await expectInHindi(theirs, names)
  await theirs.getByRole('button', { name: 'आगे बढ़ें' }).click()
  await theirs.getByLabel('आपके मोबाइल नंबर के आख़िरी 4 अंक').fill('0000')
  await theirs.getByRole('button', { name: 'आगे बढ़ें' }).click()
  await expect(theirs.locator('form').getByRole('alert').first()).toContainText('4 मौक़े बाक़ी हैं')
  await theirs.getByLabel('आपके मोबाइल नंबर के आख़िरी 4 अंक').fill('4125')
  await theirs.getByRole('button', { name: 'आगे बढ़ें' }).click()
  await expect(heading(theirs, 'सविता प्रजापति जी, आइए')).toBeFocused()
  await theirs.getByLabel('6 अंकों का पिन चुनिए').fill('123456')
  await theirs.getByRole('button', { name: 'वर्कशॉप खोलें' }).click()
  await expect(theirs.getByText('यह पिन आसानी से पकड़ में आता है', { exact: false })).toBeVisible()
  await expectInHindi(theirs, names)
  await theirs.getByLabel('6 अंकों का पिन चुनिए').fill(PIN)
  await theirs.getByRole('button', { name: 'वर्कशॉप खोलें' }).click()
  await expect(heading(theirs, 'नमस्ते, सविता जी')).toBeVisible()
  await expectInHindi(theirs, names)

  await theirs.getByRole('link', { name: 'पैक करें' }).click()
  await expect(heading(theirs, 'Bengaluru')).toBeVisible()
  await expect(theirs.getByRole('main')).not.toContainText('MG Road')
  await theirs.getByRole('button', { name: 'पैक हो गया' }).click()
  await expect(theirs.getByRole('region', { name: '1. डिब्बे पर पता' })).toContainText('4 MG Road')
  await expect(theirs.getByText('कूरियर ₹1,585.08 लेगा')).toBeVisible()
  await expectInHindi(theirs, names)
  await theirs.getByRole('button', { name: 'भेज दिया' }).click()
  await expect(theirs.getByText('कूरियर का नाम लिखिए').first()).toBeVisible()
  await theirs.getByLabel('कूरियर', { exact: true }).fill('India Post')
  await theirs.getByLabel('ट्रैकिंग नंबर').fill(`EK${Date.now()}IN`)
  await theirs.getByRole('button', { name: 'भेज दिया' }).click()
  await expect(theirs.getByText('यह पार्सल निकल चुका है', { exact: false })).toBeVisible()
  await expect(theirs.getByRole('main')).not.toContainText('MG Road')
  await theirs.getByRole('link', { name: 'सारे पार्सल' }).click()
  await expect(heading(theirs, 'पार्सल')).toBeVisible()
  await expect(theirs.getByRole('main')).toContainText('रास्ते में')
  await expectInHindi(theirs, names)

  await theirs.getByRole('navigation', { name: 'वर्कशॉप' }).getByRole('link', { name: 'पैसा' }).click()
  await expect(heading(theirs, 'पैसा')).toBeVisible()
  await expect(theirs.getByRole('main')).toContainText('अभी कोई बिक्री नहीं')
  await expectInHindi(theirs, names)

  await theirs.getByRole('banner').locator('summary').click()
  await theirs.getByRole('banner').getByRole('link', { name: 'लोग' }).click()
  await theirs.getByLabel('नाम', { exact: true }).fill('सुनीता देवी')
  await theirs.getByLabel('मददगार के तौर पर', { exact: false }).check()
  await theirs.getByRole('button', { name: 'न्योता बनाएँ' }).click()
  await expect(theirs.getByLabel('न्योते का लिंक')).toHaveValue(/\/workshop\/enter\?token=/)
  await expect(theirs.getByRole('listitem').filter({ hasText: 'सुनीता देवी' })).toContainText('मददगार')
  await expectInHindi(theirs, names)

  await theirs.getByRole('banner').locator('summary').click()
  await theirs.getByRole('button', { name: 'लॉगआउट' }).click()
  await expect(heading(theirs, 'सविता प्रजापति जी, अपना पिन डालिए')).toBeVisible()
  await expectInHindi(theirs, names)
  await theirs.getByLabel('6 अंकों का गुप्त नंबर').fill('000000')
  await theirs.getByRole('button', { name: 'वर्कशॉप खोलें' }).first().click()
  await expect(theirs.locator('form').getByRole('alert').first()).toContainText('यह पिन ग़लत था। 4 मौक़े बाक़ी हैं।')
  await theirs.getByLabel('6 अंकों का गुप्त नंबर').fill(PIN)
  await theirs.getByRole('button', { name: 'वर्कशॉप खोलें' }).first().click()
  await expect(heading(theirs, 'नमस्ते, सविता जी')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'सविता प्रजापति' }).first()).toContainText('PIN')
  await page.getByRole('listitem').filter({ hasText: 'Chrome' }).getByRole('button', { name: 'End' }).click()
  await expect(toast(page, 'does not open the workshop any more')).toBeVisible()
  await theirs.reload()
  await expect(heading(theirs, 'इस ब्राउज़र से अभी कोई वर्कशॉप नहीं खुलती')).toBeVisible()
  await shopper.dispose()
})
