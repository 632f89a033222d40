// The frame before it is known who is signed in, in the sizes of the real one.
import { Skeleton } from '@mantine/core'
import classes from './org_frame.module.css'

export function FrameSkeleton() {
  return (
    <div className={classes.frame} aria-busy="true">
      <div className={classes.side}>
        <Skeleton height={36} mb={24} />
        {[1, 2, 3, 4, 5].map((line) => (
          <Skeleton key={line} height={20} mb={16} width={`${60 + line * 5}%`} />
        ))}
      </div>
      <div className={classes.header} />
      <main className={classes.main}>
        <PageSkeleton />
      </main>
    </div>
  )
}

/** What stands for a page while its script loads. */
export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={28} width={180} mb={24} />
      <Skeleton height={220} />
    </div>
  )
}
