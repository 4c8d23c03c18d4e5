import { sellerLogin } from '#features/auth/auth.contract.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { decideSecondYes, listSecondYeses } from '#features/second-yes/second-yes.contract.ts'
import { somebodyElse } from '#features/second-yes/testing/people.ts'
import { AppError } from '#shared/app-error.ts'
import type { Random } from '#shared/random.ts'
import type { TestShop } from '#testing/shop.ts'

/** Somebody else with `money`: from now on a large sum waits for them. */
export async function secondPerson(shop: TestShop) {
  const { email, password } = await somebodyElse(shop, 'Meera')
  return {
    async logIn({ browser }: TestShop) {
      const own = browser()
      await own.api(sellerLogin, { body: { email, password } })
      await own.api(proveAgain, { body: { currentPassword: password } })
      return own
    },
  }
}

/** Looks through what waits. By chance some is sent back and some lies until its days are over; else it gets its yes, where the act is still possible. */
export async function decide({ api }: ReturnType<TestShop['browser']>, random?: Random) {
  const { waiting } = await api(listSecondYeses)
  const counts = { agreed: 0, 'sent back': 0, refused: 0 }
  for (const { _id } of waiting) {
    const dice = random?.fraction() ?? 0
    if (dice > 0.8) continue
    const to = dice > 0.65 ? 'sent back' : 'agreed'
    try {
      await api(decideSecondYes, { params: { id: _id }, body: { to } })
      counts[to] += 1
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      counts.refused += 1
    }
  }
  return counts
}
