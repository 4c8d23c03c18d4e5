/** What the catalogue says, and the wish to be told when a product is back. */
export const catalogEn = {
  PRODUCT_NOT_FOUND: 'This product was not found',
  PRODUCT_IS_BACK: ({ name }: { name: string }) => `${name} is in stock. You can order it now`,
  TOO_MANY_ALERTS: ({ most }: { most: number }) =>
    `You wait for ${most} products already. That is as many as we can keep`,

  NO_SUCH_CATEGORY: 'There is no such category',
  TOO_MANY_IDS: ({ most }: { most: number }) => `Ask for at most ${most} products`,

  PRODUCTS_COUNTED({ shown, total }: { shown: number; total: number }) {
    const all = total === 1 ? '1 product' : `${total.toLocaleString('en-IN')} products`
    return shown === total ? all : `${shown.toLocaleString('en-IN')} of ${all}`
  },
}
