import type { TestShop } from '#testing/shop.ts'

export type Browser = Pick<ReturnType<TestShop['browser']>, 'send'>
/** Of every shopper that the test shop makes. */
export const password = 'a good password'

/** The token of the newest link to a page of ours, in the mails to an address; empty where there is none. */
export async function mailedToken(shop: TestShop, email: string, page: string) {
  const link = new RegExp(`http://localhost:3000${page}\\?token=([\\w-]{32})\\s`)
  const found = (await shop.mailsTo(email)).map(({ text_body }) => link.exec(text_body)?.[1])
  return found.findLast((token) => token !== undefined) ?? ''
}

/** Opens the newest link that confirms an address, as its owner does. */
export const openEmailLink = async (shop: TestShop, email: string) =>
  shop.request({
    method: 'POST',
    url: '/api/email/confirm',
    payload: { token: await mailedToken(shop, email, '/confirm-email') },
  })

/** The browsers in which shoppers of a test shop are logged in. */
export function devicesOf(shop: () => TestShop) {
  /** The same account in one more browser. */
  async function secondDevice(
    email: string,
    typed = password,
    userAgent = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile',
  ) {
    const own = shop().browser()
    const answer = await own.send({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'user-agent': userAgent },
      payload: { email, password: typed },
    })
    return { ...own, status: answer.statusCode }
  }
  return {
    secondDevice,
    isIn: async (browser: Browser) =>
      (await browser.send({ method: 'GET', url: '/api/user/is-auth' })).statusCode === 200,
    canLogIn: async (email: string, typed: string) => (await secondDevice(email, typed)).status === 200,
  }
}
