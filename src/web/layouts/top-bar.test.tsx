import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { LoginOpener } from '#features/auth/web/login-opener.tsx'
import { settingsContext, visitContext } from '#web/api-context.ts'
import { fallbackSettings, type RootData } from '#web/hooks/use-root.ts'
import { loader } from '../../root.tsx'
import StoreLayout from './store.layout.tsx'

/** What the root loader gives a visitor with these cookies. */
function rootData(cookie: string, isForAll = false): Promise<RootData> {
  const context = new RouterContextProvider()
  const page = { isForAll, isBackground: false, sessions: [] }
  context.set(visitContext, { ...page, isOneState: async () => true })
  context.set(settingsContext, fallbackSettings)
  const url = new URL('http://localhost/mission')
  return loader({ request: new Request(url, { headers: { cookie } }), url, context, params: {}, pattern: '/mission' })
}

function pageOf(root: RootData) {
  const Page = createRoutesStub([{ id: 'root', path: '/mission', Component: StoreLayout }])
  return renderToStaticMarkup(<Page initialEntries={['/mission']} hydrationData={{ loaderData: { root } }} />)
}

describe("a visitor's cart on the bag, without JavaScript", () => {
  it('is counted from the cookie that forms have written', async () => {
    const html = pageOf(await rootData('haat-cart-form=a1~2.b2~1'))
    expect(html).toContain('aria-label="Cart, 3 items"')
    expect(html).toMatch(/class="cart-badge[^>]*>3</)
  })

  it('is not counted without a cookie, from a broken one, and on a page that is the same for all', async () => {
    for (const root of [rootData(''), rootData('haat-cart-form=%%~~;x'), rootData('haat-cart-form=a1~2', true)])
      expect(pageOf(await root)).toContain('aria-label="Cart, 0 items"')
  })
})

describe('Login before JavaScript has loaded', () => {
  const formAt = (address: string, mode?: 'register') => {
    const [path = '/'] = address.split('?', 1)
    const Page = createRoutesStub([{ path, Component: () => <LoginOpener {...(mode && { mode })}>Login</LoginOpener> }])
    return renderToStaticMarkup(<Page initialEntries={[address]} />)
  }

  it('leads back to where it was pressed, and a new shopper to an account at once', () => {
    expect(formAt('/cart?address=a')).toContain('name="next" value="/cart?address=a"')
    expect(formAt('/cart?address=a')).not.toContain('name="mode"')
    expect(formAt('/cart', 'register')).toContain('name="mode" value="register"')
  })

  it('pressed once more on the login page, still leads to where that was to lead', () => {
    expect(formAt('/login?mode=register&next=/cart')).toContain('name="next" value="/cart"')
    expect(formAt('/login')).not.toContain('name="next"')
  })
})
