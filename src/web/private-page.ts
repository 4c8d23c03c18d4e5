/** For personal pages, and a login in their place. */
export const headers = () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
