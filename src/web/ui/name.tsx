import { nameLang } from '#shared/name-lang.ts'

/** A name keeps its own direction and language, whatever stands around it. */
export const Name = ({ children }: { children: string | undefined }) => (
  <bdi lang={nameLang(children ?? '')}>{children}</bdi>
)
