import { WorkspaceError, type WorkspaceClient } from '@acacia/api-client';
import { WireGraphSchema } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FindPanel } from './FindPanel.tsx';

const SCHEMA = WireGraphSchema.parse({
  GraphName: 'g',
  VertexTypes: [
    {
      Name: 'Airport',
      PrimaryId: { AttributeName: 'iata', AttributeType: { Name: 'STRING' } },
      Attributes: [{ AttributeName: 'runways', AttributeType: { Name: 'INT' } }],
    },
  ],
  EdgeTypes: [],
});
const atl = { v_id: 'ATL', v_type: 'Airport', attributes: {} };

function show(client: Partial<WorkspaceClient>) {
  const onFound = vi.fn();
  const { unmount } = renderUi(
    <FindPanel place={{ client: client as WorkspaceClient, graph: 'g' }} schema={SCHEMA} onFound={onFound} />,
  );
  return { onFound, unmount, user: userEvent.setup() };
}
/** Expects that a field has the focus, is marked as wrong and shows the message. */
async function told(field: HTMLElement, message: string) {
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message);
}
const add = () => screen.getByRole('button', { name: 'Add to the graph' });

describe('finding vertices', () => {
  it('takes some of a type', async () => {
    const vertices = vi.fn(() => Promise.resolve([atl]));
    const { onFound, user } = show({ vertices });
    await user.click(add());
    expect(vertices).toHaveBeenCalledWith('g', 'Airport', { limit: 25 });
    expect(onFound).toHaveBeenCalledWith([atl], []);
  });

  it('takes ids, and tells which there are not', async () => {
    const vertex = vi.fn((_graph: string, _type: string, id: string) =>
      id === 'ATL' ? Promise.resolve(atl) : Promise.reject(new WorkspaceError(404, '', 'no')),
    );
    const { onFound, user } = show({ vertex });
    await user.click(screen.getByText('ID'));
    await user.click(add());
    await told(screen.getByRole('textbox', { name: 'IDs' }), 'Please input a valid vertex ID.');
    await user.type(screen.getByRole('textbox', { name: 'IDs' }), 'ATL, XXX, ATL');
    await user.click(add());
    expect(onFound).toHaveBeenCalledWith([atl], ['XXX']);
    expect(vertex).toHaveBeenCalledTimes(2);
  });

  it('says when nothing is there or the workspace cannot be reached', async () => {
    const { onFound, user } = show({
      vertices: () => Promise.resolve([]),
      vertex: () => Promise.reject(new WorkspaceError(0, '', 'The workspace cannot be reached.')),
    });
    await user.click(add());
    await told(screen.getByRole('combobox', { name: 'Vertex type' }), 'There are no Airport vertices yet.');
    await user.click(screen.getByText('ID'));
    await user.type(screen.getByRole('textbox', { name: 'IDs' }), 'ATL');
    await user.click(add());
    expect(screen.getByRole('alert').textContent).toBe('The workspace cannot be reached.');
    expect(onFound).not.toHaveBeenCalled();
  });

  it('reports nothing once the panel is gone: the page is another then', async () => {
    let answer: (vertices: readonly (typeof atl)[]) => void = () => undefined;
    const { onFound, user, unmount } = show({
      vertices: () => new Promise((resolve) => (answer = (vertices) => resolve([...vertices]))),
    });
    await user.click(add());
    unmount();
    answer([atl]);
    await Promise.resolve();
    await Promise.resolve();
    expect(onFound).not.toHaveBeenCalled();
  });

  it('asks for an attribute before it searches', async () => {
    const { user } = show({});
    await user.click(screen.getByText('Attribute'));
    await user.click(add());
    await told(screen.getByRole('combobox', { name: 'Attribute' }), 'Please choose an attribute.');
  });
});
