import type { ComponentProps } from 'react'
import classes from './boxed-list.module.css'

/** Rows in one frame, separated by lines. Its children are `li`s. */
export function BoxedList({ className = '', ...list }: ComponentProps<'ul'>) {
  return <ul {...list} className={`${classes.list} ${className}`} />
}
