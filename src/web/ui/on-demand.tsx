import { type ComponentType, use } from 'react'

const parts = new Map<string, () => Promise<unknown>>()

/** Unlike `lazy`, it is there at once when React takes over a page with it (`partsOnPage`). Stands in a <Suspense>; `load` never fails. */
export function onDemand<Props extends object>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  let loading: Promise<ComponentType<Props>> | undefined
  const start = () => {
    if (loading) return loading
    const started = load().then((module) => {
      // `use` reads this without waiting for the promise.
      Object.assign(started, { status: 'fulfilled', value: module.default })
      return module.default
    })
    loading = started
    return started
  }
  parts.set(name, start)
  return function OnDemand(props: Props) {
    const Part = use(start())
    return (
      <>
        <template data-part={name} />
        <Part {...props} />
      </>
    )
  }
}

/** The code of such parts in the page as sent. */
export const partsOnPage = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLElement>('template[data-part]')].map(({ dataset }) =>
      parts.get(dataset.part ?? '')?.(),
    ),
  )
