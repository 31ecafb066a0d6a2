import { Component, h, type ComponentType, type VNode } from 'preact';

/** A component that is drawn anew only when a property is another one. */
export function memo<P extends object>(Inner: ComponentType<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const keys = Object.keys(next) as (keyof P)[];
      return keys.some((key) => next[key] !== (this.props as P)[key]);
    }

    override render(): VNode {
      return h(Inner as ComponentType, this.props);
    }
  };
}
