/** The panel on the left: the search field, and the pattern below it. */
import type { ExplorationPattern, ExplorationView, WireGraphSchema, WireVertex } from '@acacia/contract';
import type { GraphNode } from '@acacia/graph-view';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import type { TypeColors } from '../../workspace-tool/type-colors.ts';
import classes from '../explore.module.css';
import { FloatingPanel } from '../FloatingPanel.tsx';
import { PatternPanel } from './PatternPanel.tsx';
import { SearchField } from './SearchField.tsx';

interface FindPanelsProps {
  readonly place: GraphPlace;
  readonly workspaceId: string;
  readonly schema: WireGraphSchema;
  readonly colors: TypeColors;
  readonly nodes: readonly GraphNode[];
  readonly view: ExplorationView;
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly onFound: (vertices: readonly WireVertex[]) => void;
  readonly onLocate: (keys: readonly string[]) => void;
  readonly onPattern: (pattern: ExplorationPattern | null) => void;
  readonly onRun: (pattern: ExplorationPattern) => void;
}

export function FindPanels(props: FindPanelsProps) {
  const { place, schema, colors, view } = props;
  const [isDrawn, setDrawn] = useState(view.pattern !== null);
  return (
    <FloatingPanel side="left" title="Find" folded={props.folded} onFold={props.onFold}>
      <section className={classes.section} aria-label="Search">
        <SearchField
          workspaceId={props.workspaceId}
          place={place}
          schema={schema}
          colors={colors}
          nodes={props.nodes}
          onFound={props.onFound}
          onLocate={props.onLocate}
          onPattern={(pattern) => {
            if (pattern.steps.length > 1) setDrawn(true);
            props.onRun(pattern);
          }}
        />
      </section>
      <section className={classes.section} aria-label="Pattern">
        <h2 className={classes.heading} style={{ marginBottom: isDrawn ? 10 : 0 }}>
          <UnstyledButton
            className={classes.foldHeading}
            aria-expanded={isDrawn}
            onClick={() => setDrawn(!isDrawn)}
          >
            {isDrawn ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
            Pattern
          </UnstyledButton>
        </h2>
        {isDrawn && (
          <PatternPanel
            graph={place.graph}
            workspaceId={props.workspaceId}
            schema={schema}
            colors={colors}
            pattern={view.pattern}
            onPattern={props.onPattern}
            onRun={props.onRun}
          />
        )}
      </section>
    </FloatingPanel>
  );
}
