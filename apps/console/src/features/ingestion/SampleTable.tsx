/** The first rows of a file or a type, under the names of its columns. */
import { said } from '@acacia/texts';
import type { ReactNode } from 'react';
import classes from './ingestion.module.css';

interface SampleTableProps {
  readonly label: string;
  readonly caption: string;
  /** `reason`: why the column has its type. `shown`: instead of the name. */
  readonly columns: readonly {
    readonly name: string;
    readonly shown?: ReactNode;
    readonly type?: string;
    readonly reason?: string;
  }[];
  /** Values that are left out or null are empty cells; those beyond the columns are not shown. */
  readonly rows: readonly (readonly (string | null)[])[];
}

export function SampleTable({ label, caption, columns, rows }: SampleTableProps) {
  return (
    <div className={classes.sample} tabIndex={0} role="region" aria-label={label}>
      <table>
        <caption className={classes.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, shown = name, type, reason }, index) => (
              <th key={index} scope="col" title={said(reason)}>
                {shown} {type !== undefined && <small className={classes.type}>{type}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((_, column) => (
                <td key={column}>{row[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
