"""Types of arguments."""

from typing import Literal, Optional, Sequence, Union

Norm = Optional[Literal["backward", "ortho", "forward"]]
Shape = Union[int, Sequence[int], None]
Axes = Union[int, Sequence[int], None]
Type = Literal[1, 2, 3, 4]
