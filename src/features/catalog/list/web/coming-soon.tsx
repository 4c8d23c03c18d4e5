import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands in for a category that is empty or unknown. */
export function ComingSoon({ title, text }: { title: string; text: string }) {
  return (
    <div className="on-dark bg-kajal text-white">
      <img
        src="/pictures/coming-soon.svg"
        alt="Coming soon"
        width={1200}
        height={800}
        fetchPriority="high"
        className="aspect-21/9 w-full object-cover object-[50%_62%]"
      />
      <EmptyState heading="h1" dark title={title} text={text} className="pt-8 pb-10">
        <ButtonLink variant="light" to="/products">
          See what is in stock
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
