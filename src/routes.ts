import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The site map: URL -> page. */
export default [
  layout('web/layouts/store.layout.tsx', [
    index('features/marketing/web/home.page.tsx'),
    route('products', 'features/catalog/web/products.page.tsx'),
    route('products/:category', 'features/catalog/web/category.page.tsx'),
    route('products/:category/:id', 'features/catalog/web/product.page.tsx'),
    route('cart', 'features/cart/web/cart.page.tsx'),
    route('add-address', 'features/addresses/web/add-address.page.tsx'),
    route('my-orders', 'features/orders/web/my-orders.page.tsx'),
    route('login', 'features/auth/web/login.page.tsx'),
    route('forgot-password', 'features/auth/web/forgot-password.page.tsx'),
    route('reset-password', 'features/auth/web/reset-password.page.tsx'),
    route('account', 'features/auth/web/account.page.tsx'),
    route('mission', 'features/marketing/web/mission.page.tsx'),
    route('loader', 'features/marketing/web/loader.page.tsx'),
    route('privacy', 'features/marketing/web/privacy.page.tsx'),
    route('returns', 'features/marketing/web/returns.page.tsx'),
    route('contact', 'features/marketing/web/contact.page.tsx'),
    route('producerform', 'features/producers/web/producer-form.page.tsx'),
    route('producers', 'features/producers/web/producers.page.tsx'),
    route('producers/:id', 'features/producers/web/producer.page.tsx'),
    route('newsletter', 'features/newsletter/web/newsletter.page.tsx'),
    route('newsletter/confirm', 'features/newsletter/web/confirm.page.tsx'),
    route('newsletter/unsubscribe', 'features/newsletter/web/unsubscribe.page.tsx'),
    route('*', 'web/layouts/not-found.page.tsx'),
  ]),
  route('logout', 'features/auth/web/logout.action.ts'),
  route('cart/add', 'features/cart/web/add-to-cart.action.ts'),
  route('cart/lines', 'features/cart/web/cart-lines.resource.ts'),
] satisfies RouteConfig
