import { renderUi } from '@acacia/ui/testing';
import { screen } from '@testing-library/react';
import type { VertexType } from '@acacia/language';
import { expect, it } from 'vitest';
import { SchemaPicture } from './SchemaPicture.tsx';

it('draws no schema of more than 5,000 types, and says so', () => {
  const vertexTypes = Array.from({ length: 5_001 }, (_, at): VertexType => ({
    name: `T${at}`,
    primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false },
    attributes: [],
  }));
  renderUi(<SchemaPicture schema={{ name: 'g', vertexTypes, edgeTypes: [], tuples: [], queries: [] }} />);
  expect(screen.getByText('Can not render schema')).toBeTruthy();
});
