import type { MetaFunction } from 'react-router'
import { markKinds, wordsOfMark } from '#features/catalog/marks/marks.kinds.ts'
import { pageMeta } from '#web/seo.ts'
import { PlainPage, PlainSection } from './plain-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'What our marks mean',
    description: 'What each mark on a product says, who issues it, and how you can see the certificate.',
    path: '/marks',
  })

export default function MarksPage() {
  return (
    <PlainPage
      title="What our marks mean"
      lede="A product has a mark only with a certificate that is valid today. On its page “See the proof” opens the certificate."
    >
      {markKinds.map((kind) => {
        const { name, meaning, issuer } = wordsOfMark(kind)
        return (
          <PlainSection key={kind} id={kind} title={name}>
            <p>{meaning}</p>
            <p>{issuer ? `Issued by: ${issuer}.` : 'The certificate says who issued it.'}</p>
          </PlainSection>
        )
      })}
    </PlainPage>
  )
}
