/** A query that the address names: opened once, and its parameters asked for with the values that the address names. */
import { t } from '@acacia/texts';
import type { WireQueryInfo } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';

type Values = Readonly<Record<string, unknown>>;

interface AddressedQuery {
  /** Queries of the graph; undefined until they are known. */
  readonly queries: readonly WireQueryInfo[] | undefined;
  /** Id of the file that is shown. */
  readonly current: string | undefined;
  /** Opens a query in a file, whose id it returns. */
  readonly open: (query: WireQueryInfo) => string;
  readonly ask: (query: WireQueryInfo, values: Values) => void;
}

/** Nothing for a text that is no JSON object. */
function valuesOf(text: string | undefined): Values {
  try {
    return z
      .record(z.string(), z.unknown())
      .catch({})
      .parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

const textIn =
  (name: 'query' | 'values') =>
  (search: Readonly<Record<string, unknown>>): string | undefined => {
    const value = search[name];
    return typeof value === 'string' ? value : undefined;
  };

export function useAddressedQuery({ queries, current, open, ask }: AddressedQuery): void {
  const named = useSearch({ strict: false, select: textIn('query') });
  const values = useSearch({ strict: false, select: textIn('values') });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<{ file: string; query: WireQueryInfo; values: Values } | null>(null);
  const begin = useEffectEvent(() => {
    const query = queries?.find(({ name }) => name === named);
    const file = query === undefined ? undefined : open(query);
    if (query !== undefined && file !== undefined) setOpened({ file, query, values: valuesOf(values) });
    else toast.error(t`The graph has no query ‘${named ?? ''}’, or you may not see it.`);
    void navigate({
      to: '.',
      search: ({ fileId, ...before }) => ({
        ...before,
        fileId: file ?? fileId,
        query: undefined,
        values: undefined,
      }),
      replace: true,
    });
  });
  const isKnown = queries !== undefined;
  useEffect(() => {
    if (named !== undefined && isKnown) begin();
  }, [named, isKnown]);
  // The bar with the parameters belongs to the file: it is asked for once that is shown.
  const askFor = useEffectEvent(ask);
  useEffect(() => {
    if (opened === null || current !== opened.file) return;
    askFor(opened.query, opened.values);
    setOpened(null);
  }, [opened, current]);
}
