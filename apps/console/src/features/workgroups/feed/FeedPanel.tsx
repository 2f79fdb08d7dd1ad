/** News and suggestions: one item large, the others beside it. */
import { said } from '@acacia/texts';
import { Card } from '@acacia/ui';
import { Skeleton } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { consolePath, useFeed, type FeedItem } from './feed.ts';
import classes from './feed.module.css';

/** Number of items in the feed beside the featured one. */
const SKELETONS = 7;

export function FeedPanel({ groupId }: { readonly groupId: string }) {
  const { data, error } = useFeed();
  const empty = data !== undefined && data.featured === undefined;
  return (
    <Card title="What you can do with Acacia">
      {error !== null || empty ? (
        <p className={classes.quiet}>
          {error === null ? 'There is nothing to read now.' : 'The news cannot be loaded now.'}
        </p>
      ) : (
        <div className={classes.feed}>
          {data?.featured === undefined ? (
            <div role="status" aria-label="Loading news" aria-busy="true">
              <Skeleton className={classes.featuredPlace} />
            </div>
          ) : (
            <Item item={data.featured} groupId={groupId} featured />
          )}
          <ul className={classes.others} aria-label="More to read">
            {data === undefined
              ? Array.from({ length: SKELETONS }, (_, index) => (
                  <li key={index}>
                    <Skeleton className={classes.otherPlace} />
                  </li>
                ))
              : data.others.map((item) => (
                  <li key={item.link}>
                    <Item item={item} groupId={groupId} />
                  </li>
                ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

interface ItemProps {
  readonly item: FeedItem;
  readonly groupId: string;
  readonly featured?: boolean;
}

function Item({ item, groupId, featured = false }: ItemProps) {
  return (
    <FeedLink link={item.link} groupId={groupId} featured={featured}>
      <span className={classes.image}>
        {item.image !== null && <img src={item.image} alt="" loading="lazy" />}
      </span>
      <span className={classes.texts}>
        <span className={classes.title}>{said(item.title)}</span>
        <span className={classes.description}>{said(item.description)}</span>
      </span>
    </FeedLink>
  );
}

interface FeedLinkProps {
  readonly link: string;
  readonly groupId: string;
  readonly featured: boolean;
  readonly children: ReactNode;
}

/** Links to the console open in place, others in a new tab. */
function FeedLink({ link, groupId, featured, children }: FeedLinkProps) {
  const router = useRouter();
  const path = consolePath(link, window.location.origin, groupId);
  const look = { className: classes.item, 'data-featured': featured || undefined };
  if (path === null) {
    return (
      <a {...look} href={link} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(path);
  };
  return (
    <a {...look} href={path} onClick={open}>
      {children}
    </a>
  );
}
