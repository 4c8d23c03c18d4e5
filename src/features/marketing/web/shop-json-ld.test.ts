import { expect, it } from 'vitest'
import { shopJsonLd } from './shop-json-ld.ts'

const shop = { storeName: 'Mela', publicUrl: 'https://mela.example', supportEmail: 'help@mela.example', social: [] }

it('names the shop and the address of its search', () => {
  const [organization, site] = shopJsonLd(shop)['@graph']
  expect(organization).toMatchObject({
    '@id': 'https://mela.example/#organization',
    name: 'Mela',
    url: 'https://mela.example/',
  })
  expect(organization).not.toHaveProperty('sameAs')
  expect(site).toMatchObject({
    '@type': 'WebSite',
    publisher: { '@id': 'https://mela.example/#organization' },
    potentialAction: { target: { urlTemplate: 'https://mela.example/products?q={search_term_string}' } },
  })
})

it("names the shop's social pages that have an address", () => {
  const social = [{ name: 'Instagram', url: 'https://social.example/mela' }, { name: 'YouTube' }]
  const [organization] = shopJsonLd({ ...shop, social })['@graph']
  expect(organization).toMatchObject({ sameAs: ['https://social.example/mela'] })
})
