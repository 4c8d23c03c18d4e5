import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { pagePolicy } from './security.ts'

it.each([
  ['only here without Stripe', {}, "'self'"],
  [
    'to Stripe, too, where it takes the payments',
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    "'self' https://checkout.stripe.com",
  ],
])('a form may lead %s', (_, env, targets) => {
  const policy = pagePolicy([], readConfig(env)).split('; ')
  expect(policy.find((rule) => rule.startsWith('form-action'))).toBe(`form-action ${targets}`)
})
