import type { Mark } from '../marks.contract.ts'

/** Valid marks for search engines, as schema.org's Certification. */
export const jsonLdMarks = (marks: readonly Mark[], publicUrl: string) =>
  marks.length === 0
    ? {}
    : {
        hasCertification: marks.map(({ name, issuer, number, validUntil, evidence }) => ({
          ...{ '@type': 'Certification', name, issuedBy: { '@type': 'Organization', name: issuer } },
          ...{ certificationIdentification: number, expires: validUntil, url: publicUrl + evidence },
        })),
      }
