import type { ShopSettings } from '#web/api-context.ts'

type Shop = Pick<ShopSettings, 'storeName' | 'publicUrl' | 'supportEmail' | 'social'>

/** Who runs the shop, and how its search is asked, for search engines: on the home page. */
export function shopJsonLd({ storeName, publicUrl, supportEmail, social }: Shop) {
  const organization = `${publicUrl}/#organization`
  const sameAs = social.flatMap(({ url }) => url ?? [])
  return {
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: storeName,
        url: `${publicUrl}/`,
        logo: `${publicUrl}/pictures/touch-icon.png`,
        email: supportEmail,
        ...(sameAs.length > 0 ? { sameAs } : {}),
      },
      {
        '@type': 'WebSite',
        name: storeName,
        url: `${publicUrl}/`,
        inLanguage: 'en-IN',
        publisher: { '@id': organization },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/products?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }
}
